import type { Path, Problems } from './problems.ts'

/**
 * Checks one option and gives what is used in its place: the same, with what was left out filled in. What it gives is of use only where it has found
 * no problem.
 *
 * A library would do, but each load thread has to load it: 4 MB, beside thousands of users that take 20 KB each.
 */
export type Check<Output = unknown> = (value: unknown, problems: Problems, path: Path) => Output

/** A value for which the test holds. */
export function holds<Output>(test: (value: unknown) => boolean, message: string): Check<Output> {
  return (value, problems, path) => {
    if (!test(value)) problems.add(path, message)
    return value as Output
  }
}

/** The same, or nothing. */
export function optional<Output>(check: Check<Output>): Check<Output | undefined> {
  return (value, problems, path) => (value === undefined ? undefined : check(value, problems, path))
}

/** The same, or what stands for it when it is left out. */
export function withDefault<Output>(check: Check<Output>, standard: Output): Check<Output> {
  return (value, problems, path) => (value === undefined ? standard : check(value, problems, path))
}

/** What the first check lets pass, and then the test. */
export function refined<Output>(check: Check<Output>, test: (value: Output) => boolean, message: string): Check<Output> {
  return (value, problems, path) => {
    const before = problems.list.length
    const output = check(value, problems, path)
    if (problems.list.length === before && !test(output)) problems.add(path, message)
    return output
  }
}
