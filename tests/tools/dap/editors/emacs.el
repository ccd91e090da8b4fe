;;; Plays the lab `race' in Emacs by dape, with the snippet of tools/vscode/README.md as it stands there.  -*- lexical-binding: t -*-
;; Reads plan.json of `run'; ends with 1 if a stop is another one than the solution shows.
(require 'json)
(setq plan (with-temp-buffer
             (insert-file-contents "plan.json")
             (json-parse-buffer :object-type 'plist :array-type 'list :null-object nil)))
(setq load-prefer-newer t
      inhibit-message t)
(with-temp-buffer
  (insert (plist-get plan :snippet))
  (eval-buffer))
(require 'dape)
(setq dape-start-hook nil dape-display-source-hook nil dape-inlay-hints nil dape-stopped-hook nil)
(find-file (plist-get plan :source))
(cd (file-name-directory (directory-file-name (expand-file-name "../../.." (file-name-directory (plist-get plan :source))))))

(defvar said "")
(defvar ended nil)
(advice-add 'dape--repl-insert :before (lambda (text) (setq said (concat said text))))
(advice-add 'dape--repl-insert-error :before (lambda (text) (setq said (concat said text))))
(cl-defmethod dape-handle-event :before (_conn (_event (eql terminated)) _body) (setq ended t))

(defun fail (text &rest words)
  (princ (apply #'format (concat "emacs: " text "\n") words) #'external-debugging-output)
  (kill-emacs 1))

(defun await (what is-so)
  (let ((end (+ (float-time) 30)))
    (while (not (funcall is-so))
      (when (> (float-time) end) (fail "%s did not come; it shows %s; %s" what (shown) said))
      (accept-process-output nil 0.02))))

(defun rest-a-while (seconds)
  (let ((end (+ (float-time) seconds)))
    (while (< (float-time) end) (accept-process-output nil 0.02))))

(defun connection () (or (dape--live-connection 'stopped t) (dape--live-connection 'last t)))

;; Thread, method and bci of the frame that the editor shows.
(defun shown ()
  (let* ((conn (dape--live-connection 'stopped t))
         (thread (and conn (dape--current-thread conn)))
         (frame (and conn (dape--current-stack-frame conn)))
         (address (plist-get frame :instructionPointerReference)))
    (if (not address) ""
      (format "%s %s %d" (replace-regexp-in-string "  \\[.*" "" (plist-get thread :name)) (plist-get frame :name)
              (- (logand (string-to-number (substring address 2) 16) #xfffff) #x80000)))))

(defvar stops 0)
(cl-defmethod dape-handle-event :after (_conn (_event (eql stopped)) _body) (setq stops (1+ stops)))

;; Does something that lets the program run, and waits for the stop and its frame.
(defun run-and-await (what action)
  (let ((before stops))
    (funcall action)
    (await what (lambda () (or ended (and (> stops before) (not (equal (shown) ""))))))))

(defvar chosen nil "Whether the console has selected another thread than the editor shows.")

(defun give (line)
  (let* ((words (split-string line))
         (verb (cdr (assoc (car words) '(("step" . dape-step-in) ("next" . dape-next) ("finish" . dape-step-out) ("continue" . dape-continue)))))
         (is-run (or verb (equal line "advance"))))
    (cond
     ((and verb (not chosen))
      (dotimes (_ (max 1 (string-to-number (or (cadr words) "1"))))
        (run-and-await line (lambda () (funcall verb (connection))))))
     (is-run
      (setq chosen nil)
      (run-and-await line (lambda () (dape-evaluate-expression (connection) line "repl"))))
     (t
      (when (equal (car words) "thread") (setq chosen t))
      (dape-evaluate-expression (connection) line "repl")
      (rest-a-while 0.3)))))

(dape (dape--config-eval 'minijvm nil))
(await "the entry" (lambda () (string-prefix-p "main Race.main(" (shown))))
(dolist (place (plist-get plan :breaks)) (give (concat "break " place)))
(give "continue")
(unless (equal (shown) (plist-get plan :first)) (fail "it shows %s, not %s" (shown) (plist-get plan :first)))
(dolist (command (plist-get plan :commands))
  (give (plist-get command :line))
  (let ((stop (plist-get command :stop)))
    (when (and stop (not (equal (shown) stop)))
      (fail "after %s it shows %s, not %s" (plist-get command :line) (shown) stop))))
(await "the end" (lambda () ended))
(rest-a-while 0.3)
(dolist (word '("putstatic #7" "1 (int)" "\n1\n"))
  (unless (string-search word said) (fail "the console does not show %S: %s" word said)))
(kill-emacs 0)
