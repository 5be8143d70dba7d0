declare module '@jsquash/webp/codec/dec/webp_dec.js';
declare module '@jsquash/avif/codec/dec/avif_dec.js';
declare module 'omggif' {
  export interface Frame {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
    /** Where the colours stand in the file, three bytes each; null: nowhere. */
    readonly palette_offset: number | null;
    readonly palette_size: number | null;
    /** Where the length of the indices stands, with the data after it. */
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
