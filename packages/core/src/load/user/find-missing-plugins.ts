import type { LoadedJourney } from './load-journey.ts'
import { missingPlugin, pluginNamePattern } from './user-clients.ts'
import { UserContext } from './user-context.ts'

type UserFunction = (user: never) => unknown

/** Finds the plugins that a test lacks, and whose clients a journey reads from its user, by the source of its functions. */
export function findMissingPlugins({ run, hooks }: LoadedJourney, plugins: readonly string[]): readonly ReturnType<typeof missingPlugin>[] {
  const known = [...Object.getOwnPropertyNames(UserContext.prototype), ...plugins]
  const names = new Set(namesRead([run, hooks.beforeUser, hooks.afterUser].filter((each) => each !== undefined)))
  return [...names].filter((name) => !known.includes(name)).map((name) => missingPlugin(name, known))
}

/** The names of clients that functions read from their user: as in `({ sse }) =>`, and as in `user.sse` where no user can be given members. */
export function namesRead(functions: readonly UserFunction[]): readonly string[] {
  const sources = functions.map(codeOf)
  const destructured = sources.flatMap(destructuredNames)
  const uses = sources.flatMap(memberNames)
  const members = uses.filter((name) => name !== undefined)
  const isGiven = destructured.includes('user') || members.length < uses.length
  return [...destructured, ...(isGiven ? [] : members)].filter((name) => pluginNamePattern.test(name))
}

const commentOrText = /\/\*[^]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g

/** The source of a function without its comments and texts; of a template, its values stay. */
function codeOf(run: UserFunction): string {
  const source = Function.prototype.toString.call(run)
  return source.replaceAll(commentOrText, (text) => (text.startsWith('`') ? (text.match(/\$\{[^}]*\}/g) ?? []).join(' ') : ' '))
}

// As in `async ({`, `user =>`, `function visit(user) {` and `async visit({`.
const beginning = /^(?:async\b\s*)?(?:function\b\s*)?(?:[\w$]*\s*\(\s*)?(?:(\{)|([\w$]+)\s*(?:=>|\)\s*(?:=>|\{)))/

function destructuredNames(source: string): readonly string[] {
  const [begin, brace] = beginning.exec(source) ?? []
  if (begin === undefined || brace === undefined) return []
  let pattern = source.slice(begin.length)
  // Defaults and patterns within, from the innermost on, so that the first brace left ends the pattern.
  for (let outer = ''; pattern !== outer;) {
    outer = pattern
    pattern = outer.replaceAll(/\{[^{}]*\}|\[[^[\]]*\]|\([^()]*\)/g, '')
  }
  const parts = pattern.replace(/\}[^]*/, '').split(',')
  return parts.flatMap((part) => /^\s*([\w$]+)/.exec(part)?.[1] ?? [])
}

// What follows the name of a user of which a member is read: none that is written.
const reading = /^\??\.([\w$]+)(?![\w$]|\s*(?:[-+*/%&|^?]*=(?![=>])|\+\+|--))/

/** The names of the members that a function reads; `undefined` for what else it does with its user, such as hand it to another function. */
function memberNames(source: string): readonly (string | undefined)[] {
  const [begin = '', , user] = beginning.exec(source) ?? []
  if (user === undefined) return []
  // `$` is the only character of a name that means something in a pattern.
  const uses = source.slice(begin.length).split(new RegExp(`(?<![\\w$.])${user.replaceAll('$', '\\$')}(?![\\w$])`))
  return uses.slice(1).map((rest) => reading.exec(rest)?.[1])
}
