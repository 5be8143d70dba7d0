/** A mutable view of an object under construction. */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] };
