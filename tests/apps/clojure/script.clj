;; A tour of the language; the exit code is the last sum.
(ns tour
  (:require [clojure.string :as str] [clojure.set :as set] [clojure.pprint :refer [pprint]] [clojure.edn :as edn] [clojure.walk :as walk])
  (:import (java.util ArrayList Collections) (java.time LocalDate)))

(defmacro unless [test & body] `(if ~test nil (do ~@body)))
(println (unless false :ran) (macroexpand-1 '(unless a b c)))

(defn primes [] (letfn [(sieve [s] (lazy-seq (cons (first s) (sieve (remove #(zero? (mod % (first s))) (rest s))))))] (sieve (iterate inc 2))))
(println (take 25 (primes)))

(defprotocol Shape (area [this]) (describe [this prefix]))
(defrecord Square [side] Shape (area [_] (* side side)) (describe [this p] (str p " square " (area this))))
(deftype Circle [^double r] Shape (area [_] (* Math/PI r r)) (describe [this p] (format "%s circle %.3f" p (area this))))
(extend-protocol Shape String (area [s] (count s)) (describe [s p] (str p " string " s)) nil (area [_] 0) (describe [_ p] (str p " nothing")))
(doseq [s [(->Square 3) (Circle. 1.5) "text" nil]] (println (describe s "a") (area s)))

(defmulti tell :kind)
(defmethod tell :dog [_] "woof")
(defmethod tell :default [m] (str "unknown " (:kind m)))
(println (map tell [{:kind :dog} {:kind :cat}]))

(def words (str/split "the quick brown fox jumps over the lazy dog the end" #"\s+"))
(pprint (into (sorted-map) (frequencies words)))
(println (transduce (comp (filter odd?) (map #(* % %)) (take 5)) + (range)))
(println (->> words (group-by count) (sort-by key) (map (fn [[k v]] [k (set v)])) (map #(update % 1 sort))))
(println (set/union #{1 2} #{2 3}) (edn/read-string "{:a [1 2.5 \"x\" #{nil}]}") (walk/postwalk #(if (number? %) (inc %) %) {:a [1 {:b 2}]}))

(let [{:keys [a b] :or {b 7} :as all} {:a 1}] (println a b all))
(println (loop [n 20 acc 1N] (if (zero? n) acc (recur (dec n) (* acc n)))) (* 1/3 3/4) (bigdec 1.5M) 0x1F 2r1010)

(def account (ref 100))
(def history (ref []))
(let [workers (doall (for [i (range 8)] (future (dotimes [_ 50] (dosync (alter account + i) (alter history conj i))))))]
  (run! deref workers)
  (println @account (count @history) (reduce + @history)))
(def counter (agent 0))
(dotimes [_ 100] (send counter inc))
(await counter)
(println @counter)
(def cell (atom {:n 0}))
(println (swap! cell update :n + 5) (compare-and-set! cell {:n 5} :done) @cell)
(def p (promise))
(.start (Thread. #(deliver p :delivered)))
(println @p (deref (delay (+ 1 2))))

(let [list (ArrayList. [3 1 2])] (Collections/sort list (comparator >)) (println (str list) (.size list) (str (LocalDate/parse "2020-02-29"))))
(println (.toUpperCase "interop") (Integer/parseInt "42"))
(println (str (proxy [Object] [] (toString [] "from a proxy"))) (.call ^Callable (reify Callable (call [_] "reified"))))
(println (try (throw (ex-info "boom" {:code 7})) (catch clojure.lang.ExceptionInfo e (ex-data e)) (finally (println "finally"))))
(println (try (nth [1 2] 5) (catch IndexOutOfBoundsException e (.getName (class e)))))
(println (with-out-str (binding [*print-length* 3] (prn (range)))) (meta (with-meta [1] {:m 1})))
(println (eval '(let [x 5] (* x x))) ((juxt inc dec) 5) ((comp str inc) 6) (apply max [3 9 2]) (hash {:a 1}) (hash "text"))
(println (sort-by val > {:a 1 :b 3 :c 2}) (re-seq #"\d+" "a1b22c333") (partition 2 1 (range 5)) (interleave [1 2] [:a :b]))
(defn fib [n] (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))
(println (fib 22))
(flush) (shutdown-agents) (System/exit (mod (fib 11) 64))
