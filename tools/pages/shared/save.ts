// Gives a file to the person who looks at the page. A link with a name is how a page saves without
// a server.

export function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// A title may hold any character; a file name may not.
export function file_name(title: string, extension: string): string {
  return `${title.replace(/[^\w.-]+/g, "-").replace(/^-+|-+$/g, "") || "timeline"}.${extension}`;
}
