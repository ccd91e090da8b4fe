// Reads what the VM has put into the page: JSON, deflated without a header, in base64.
// The other side is tools/pages/page.cpp.

const PART = 0x8000;     // bytes that are made letters at once

// A failure that the reader of the page can understand; its text is a sentence.
export class PageError extends Error {}

function bytes_of(base64: string): Uint8Array<ArrayBuffer> {
  let binary: string;
  try {
    binary = atob(base64.trim());
  } catch {
    throw new PageError("The recording in this page is damaged: its text is not base64.");
  }
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (typeof DecompressionStream === "undefined") {
    throw new PageError("This browser is too old for the page: it has no DecompressionStream. " +
      "Firefox 113, Chrome 103, Safari 16.4 and later versions have it.");
  }
  try {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return await new Response(stream).text();
  } catch {
    throw new PageError("The recording in this page is damaged: it cannot be unpacked.");
  }
}

const text_of = (id: string): string => (document.getElementById(id)?.textContent ?? "").trim();

// The mark is still there in a page that nothing has been put into; AwA= is an empty text, deflated.
export function has_data(id: string): boolean {
  return !/^(@\w+@|AwA=)?$/.test(text_of(id));
}

// The other way, for a page that saves itself: the text of an element with such data.
export async function packed(value: unknown): Promise<string> {
  const stream = new Blob([JSON.stringify(value)]).stream()
    .pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const parts: string[] = [];
  for (let i = 0; i < bytes.length; i += PART) {
    parts.push(String.fromCharCode(...bytes.subarray(i, i + PART)));
  }
  return btoa(parts.join(""));
}

export async function read_data(id: string): Promise<unknown> {
  if (!has_data(id)) throw new PageError("This page holds no recording.");
  const json = await inflate(bytes_of(text_of(id)));
  try {
    return JSON.parse(json);
  } catch {
    throw new PageError("The recording in this page is damaged: it is not JSON.");
  }
}
