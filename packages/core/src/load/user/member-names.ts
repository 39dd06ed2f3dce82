import { destructuredNames, sourceOf } from './destructured-names.ts'

// As in `async (user) =>`, `user =>`, `function visit(user) {` and `async visit(user) {`.
const beginning = /^(?:async\b\s*)?(?:function\b\s*)?(?:[\w$]*\s*\(\s*)?([\w$]+)\s*(?:=>|\)\s*(?:=>|\{))/

// What follows the name of an argument of which a member is read: none that is written.
const reading = /^\??\.([\w$]+)(?![\w$]|\s*(?:[-+*/%&|^?]*=(?![=>])|\+\+|--))/

/**
 * The names that a function reads from its argument as members of it, by its source; `null` where it may do more with the argument, such as hand it to
 * another function, which could give it members.
 */
export function memberNames(run: (argument: never) => unknown): readonly string[] | null {
  const source = sourceOf(run)
  const [begin = '', argument] = beginning.exec(source) ?? []
  if (argument === undefined) return destructuredNames(run).includes('user') ? null : []
  // `$` is the only character of a name that means something in a pattern.
  const uses = source.slice(begin.length).split(new RegExp(`(?<![\\w$.])${argument.replaceAll('$', '\\$')}(?![\\w$])`))
  const names = uses.slice(1).map((rest) => reading.exec(rest)?.[1])
  return names.every((name) => name !== undefined) ? names : null
}
