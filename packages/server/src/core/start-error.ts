/**
 * A reason not to start, or not to go on, that the person at the machine can fix. Its message is one plain sentence that
 * names the problem and the remedy; programs print it alone, without a stack, and exit with 1.
 */
export class StartError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = "StartError";
  }
}
