import { PROBLEMS } from '../../server/http/problems.ts';
import { GENERATED } from './markdown.ts';

/** Returns the problems of the service as Markdown. */
export function errorsPage(): string {
  const sections = Object.entries(PROBLEMS).map(
    ([code, { status, title, when }]) => `## ${code}\n\n${status} ${title}\n\n${when}\n`,
  );
  return `# Error codes

${GENERATED} These are the codes of the [service](service.md#errors), in \`code\` of an \`application/problem+json\` response. The codes of a \`RenderError\` are in [Options](options.md#results-and-errors), and the codes of diagnostics in [Diagnostics](diagnostics.md).

${sections.join('\n')}`;
}
