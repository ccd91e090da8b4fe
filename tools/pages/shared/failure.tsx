// What a page shows if it cannot show its recording.
import { h } from "preact";
import { PageError } from "./data";

export function Failure({ title, error }: { title: string; error: unknown }) {
  if (!(error instanceof PageError)) console.error(error);
  const text = error instanceof PageError ? error.message
    : "The page cannot show this recording, because of a mistake in the page itself.";
  return (
    <main class="failure">
      <h1>{title}</h1>
      <div role="alert"><p>{text}</p></div>
    </main>
  );
}
