/** A mutable view of an object under construction, for code that copies all of its fields. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] };
