/** Remembers its last answers. An answer that is a promise is shared by all who ask before it is there. */
export class LastAnswers<Asked, Answer> {
  readonly #most: number;
  readonly #answers = new Map<Asked, Answer>();

  constructor(most: number) {
    this.#most = most;
  }

  get(asked: Asked, make: () => Answer): Answer {
    const answer = this.#answers.get(asked) ?? make();
    this.#answers.set(asked, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > this.#most && oldest !== undefined) this.#answers.delete(oldest);
    return answer;
  }
}
