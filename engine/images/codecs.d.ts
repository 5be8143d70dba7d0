declare module '@jsquash/webp/codec/dec/webp_dec.js';
declare module '@jsquash/avif/codec/dec/avif_dec.js';
declare module '@jsquash/jxl/codec/dec/jxl_dec.js';
declare module 'omggif' {
  export interface Frame {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
    /** Offset of the colors in the file, three bytes each; null: none. */
    readonly palette_offset: number | null;
    readonly palette_size: number | null;
    /** Offset of the index length, after which the data follows. */
    readonly data_offset: number;
    readonly transparent_index: number | null;
    readonly interlaced: boolean;
  }
  export class GifReader {
    constructor(bytes: Uint8Array);
    readonly width: number;
    readonly height: number;
    numFrames(): number;
    frameInfo(frame: number): Frame;
  }
}
