import { standardsOf } from '../../engine/pdf/conformance-rules.ts';
import { parseProfile } from '../../engine/profile.ts';
import { GENERATED, table } from './markdown.ts';

const PROFILES = [
  'pdf/a-2a',
  'pdf/a-3a',
  'pdf/a-4',
  'pdf/a-4f',
  'pdf/ua-1',
  'pdf/ua-2',
  'pdf/x-1a',
  'pdf/x-3',
  'pdf/x-4',
];

/** Returns the rules of the standards as Markdown. */
export function conformancePage(): string {
  const sections = PROFILES.flatMap((name) =>
    standardsOf(parseProfile(name)!).map(({ name: standard, rules }) => {
      const hasClauses = rules.some(({ clause }) => clause !== '');
      const rows = rules.map(({ clause, requirement, fix }) => [...(hasClauses ? [clause] : []), requirement, fix]);
      const head = [...(hasClauses ? ['clause'] : []), 'requirement', 'how to comply'];
      return `## ${name}\n\n${standard}\n\n${table(head, rows)}\n`;
    }),
  );
  return `# Rules of PDF/A, PDF/UA and PDF/X

${GENERATED} These are the rules that depend on your document and options. Pagewright meets all others automatically.

If a document violates rules of its \`profile\`, \`render\` throws a \`RenderError\` with the code \`profile_violation\`. Its \`issues\` list all violations. Each has a \`message\`, the position in the document, the violated \`rules\` and the \`fix\`.

The levels \`b\` and \`u\` of PDF/A have the rules of level \`a\`, except the one about private-use characters. \`pdf/a-4e\` has the rules of \`pdf/a-4\`, and may contain attachments.

${sections.join('\n')}`;
}
