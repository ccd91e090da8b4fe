// The page saves itself: its own text, as it was before anything was shown, with the recording of
// this moment inside. So what a student has answered is in the file that is handed in.
import { packed } from "../shared/data";
import { Recording } from "./recording";

let original = "";

// REQUIRES: nothing has been drawn yet.
export function remember_page(): void {
  original = `<!DOCTYPE html>\n${document.documentElement.outerHTML}`;
}

const DATA = /(<script type="text\/plain" id="data">)[^<]*(<\/script>)/;
// A live page may ask the desk; its copy asks nobody.
const NETWORK = /(content="default-src 'none';) connect-src 'self';/;

export async function page_with(recording: Recording): Promise<Blob> {
  const data = await packed(recording.raw);
  const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const title = escaped(recording.made.title ?? "");
  const page = original.replace(NETWORK, "$1")
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace(DATA, (_, before: string, after: string) => `${before}\n${data}\n${after}`);
  return new Blob([page], { type: "text/html" });
}
