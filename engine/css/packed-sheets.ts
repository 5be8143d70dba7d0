/** The packed user-agent style sheets by file name. The build fills them in; the sources parse the files instead. */
export const PACKED_SHEETS: Readonly<Record<string, string>> = {};
