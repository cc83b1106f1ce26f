/**
 * How a person starts this program: by npm in the repository, else by its file, as in a release. Pure.
 * @param script Its script of npm.
 * @param file The one that runs.
 */
export function startedAs(
  script: string,
  env: Readonly<Record<string, string | undefined>>,
  file: string | undefined,
): string {
  return env["npm_lifecycle_event"] === undefined && file !== undefined ? `node ${file}` : `npm run ${script} --`;
}
