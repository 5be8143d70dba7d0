/** The tools, in the order in which they are listed. */
import type { Tool, ToolLimits } from '../tool.ts';
import { checkHtmlTool } from './check-html.ts';
import { inspectLayoutTool } from './inspect-layout.ts';
import { renderPageImageTool } from './render-page-image.ts';
import { renderToPdfTool } from './render-html-to-pdf.ts';

export function createTools(limits: ToolLimits): ReadonlyMap<string, Tool> {
  const tools = [
    renderToPdfTool(limits),
    checkHtmlTool(limits),
    renderPageImageTool(limits),
    inspectLayoutTool(limits),
  ];
  return new Map(tools.map((tool) => [tool.name, tool]));
}
