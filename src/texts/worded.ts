/** A text with elements in it, such as the `<time>` of a day, in the order of its language. */
export type Worded<T> = readonly (string | T)[];
