/** A percentage as people read it, to a tenth and rounded down: 100 only where every check was answered. */
export function percentText(percent: number): string {
  return `${String(Math.floor(percent * 10) / 10)} %`;
}
