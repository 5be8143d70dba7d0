import { DIAGNOSTIC_KINDS } from '../engine/diagnostic-codes.ts';

/** The page of diagnostics as Markdown. A test holds the file that is kept to it. */
export function diagnosticsPage(): string {
  const entries = Object.entries(DIAGNOSTIC_KINDS).map(
    ([code, { means, help }]) => `## ${code}\n\n${means}\n\n${help}\n`,
  );
  return `# Diagnostics

Whatever of a document is ignored, replaced or left out is reported, with its place in the text where it has one: by \`render\` as \`diagnostics\`, on the command
line on standard error, by \`POST /v1/check\`, and in the editor beside the line. Codes are stable. Made by \`npm run support-table\`.

${entries.join('\n')}`;
}
