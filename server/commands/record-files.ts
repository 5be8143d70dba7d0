/**
 * The files that `pagewright batch` embeds: their names may contain data of each record. They are read again for each
 * record, so they can't be pipes.
 */
import type { RenderOptions } from '../../engine/index.ts';
import { carriedFiles } from './carried-files.ts';
import { readRegular } from './named-files.ts';
import { hasTags, PathPattern } from './path-pattern.ts';
import type { PdfArguments } from './pdf-options.ts';
import { UsageError } from './report.ts';

type Given = Pick<PdfArguments, 'attachment' | 'facturx' | 'invoice'>;

export class RecordFiles {
  private readonly given: Given;
  private readonly attachments: readonly (PathPattern | string)[];
  private readonly facturx: PathPattern | undefined;

  /** @throws UsageError for one invoice in all documents, and an error for tags that don't parse */
  constructor(given: Given) {
    this.given = given;
    const { attachment = [], facturx } = given;
    this.attachments = attachment.map((path) => (hasTags(path) ? new PathPattern('--attachment', path) : path));
    if (facturx !== undefined && !hasTags(facturx))
      throw new UsageError(
        `--facturx: ${facturx} is the same invoice for every document. Use data in the name: xml/{{ number }}.xml`,
      );
    this.facturx = facturx === undefined ? undefined : new PathPattern('--facturx', facturx);
  }

  /** Reads the files that are the same for all records. @throws Node's error if one can't be read */
  async check(): Promise<void> {
    await carriedFiles({ attachment: this.attachments.filter((path) => typeof path === 'string') }, readRegular);
  }

  /** Reads the files of a record. @throws Error if a name leads out of its folder, or a value is missing */
  read(values: object): Promise<Pick<RenderOptions, 'attachments' | 'facturx'>> {
    const attachment = this.attachments.map((path) => (typeof path === 'string' ? path : path.fill(values)));
    const { invoice } = this.given;
    return carriedFiles({ attachment, facturx: this.facturx?.fill(values), invoice }, readRegular);
  }
}
