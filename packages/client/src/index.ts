import { Operations } from './operations.ts';

export * from './operations.ts';
export {
  type CallOptions,
  type ClientSettings,
  type DownloadedFile,
  PagewrightConnectionError,
  PagewrightError,
} from './caller.ts';

/** A client of a Pagewright service. */
export class Pagewright extends Operations {}
