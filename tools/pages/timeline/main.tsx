// Where the timeline starts.
import { start } from "./app";
import { read_recording } from "./format";

void start("Timeline", (data) => ({ recording: read_recording(data), opens_findings: true }));
