// The question of predict mode, and what has been answered so far.
import { h } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Model } from "./model";
import { Question } from "./predict";

function Asked({ model, question }: { model: Model; question: Question }) {
  const [said, set_said] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    set_said("");
    field.current?.focus();
  }, [question]);
  const { answer } = question;
  if (answer !== null) {
    return (
      <p class={answer.right ? "verdict right" : "verdict wrong"} role="alert">
        <b>{answer.right ? "✓ right" : "✗ not right"}</b>{" "}
        {question.asks} You said “{answer.said}”{answer.right ? "." : `; it is ${question.expected}.`}
      </p>
    );
  }
  return (
    <form class="question" onSubmit={(event) => { event.preventDefault(); model.answer(said); }}>
      <label for="prediction">{question.asks}</label>
      <input id="prediction" type="text" ref={field} value={said} autocomplete="off"
             spellcheck={false} onInput={(event) => set_said(event.currentTarget.value)} />
      <button>answer</button>
      <button type="button" title="See it without an answer (Esc)"
              onClick={() => model.answer(null)}>show</button>
    </form>
  );
}

export function Predict({ model }: { model: Model }) {
  if (!model.predicting) return null;
  const { question, recording: { predict } } = model;
  const right = predict.answers.filter((one) => one.right).length;
  return (
    <div class="predict" role="group" aria-label="predict mode">
      {question === null
        ? <p>Go on: before the next stop is shown, the page asks what it will be.</p>
        : <Asked model={model} question={question} />}
      <span class="score">{right} of {predict.answers.length} right</span>
      <label class="student">name{" "}
        <input id="student" type="text" value={predict.name} autocomplete="off"
               onChange={(event) => model.name_student(event.currentTarget.value)} />
      </label>
    </div>
  );
}
