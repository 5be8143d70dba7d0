/** All tools, in the order of `tools/list`. */
import type { Tool, ToolLimits } from '../tool.ts';
import { checkHtmlTool } from './check-html.ts';
import { inspectLayoutTool } from './inspect-layout.ts';
import { renderPageImageTool } from './render-page-image.ts';
import { renderToPdfTool } from './render-html-to-pdf.ts';

/** `render`: a single tool, for agents that only need PDFs. `studio`: all tools, for agents that write documents. */
export type ToolSet = 'render' | 'studio';

export function createTools(set: ToolSet, limits: ToolLimits): ReadonlyMap<string, Tool> {
  const render = renderToPdfTool(set, limits);
  const tools =
    set === 'render'
      ? [render]
      : [render, checkHtmlTool(limits), renderPageImageTool(limits), inspectLayoutTool(limits)];
  return new Map(tools.map((tool) => [tool.name, tool]));
}
