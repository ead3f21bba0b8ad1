const dimensions = 384;

/** Vectors lie around a thousand topics, as those of texts do. */
export function* generateVectors(count: number): Generator<Float32Array> {
  const topics = Array.from({ length: 1_000 }, () => randomVector(1));
  for (let i = 0; i < count; i += 1) {
    const topic = topics[i % topics.length] ?? new Float32Array(dimensions);
    yield randomVector(1).map((number, at) => number + (topic[at] ?? 0));
  }
}

function randomVector(scale: number): Float32Array {
  return Float32Array.from(
    { length: dimensions },
    () => scale * (Math.random() + Math.random() + Math.random() - 1.5),
  );
}
