/** The worker's entry. It begins all downloads at once: the code of the engine, its files and PDFium. */
import { downloadAhead, ownFile } from './engine-files.ts';
import type { Request } from './messages.ts';

// The code comes first, because browsers load only six files of a host at a time. The engine is imported here too,
// because browsers find the renderer's imports only after they have the renderer.
void import('pagewright/browser');
// If an import fails, the worker reports an error, which the page shows.
const answering = import('./renderer.ts').then(({ startRenderer }) => startRenderer(ownFile));
downloadAhead();

onmessage = ({ data }: MessageEvent<Request>) => {
  void answering.then((answer) => answer(data));
};
