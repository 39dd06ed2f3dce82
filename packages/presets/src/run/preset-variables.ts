import type { Problem } from '@benchpress/core/preset'

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Translates the variables that a document names into those of the command, unless the latter are given.
 *
 * Build tools set `BASE_URL` too, to a path: as a URL only one with `http://` or `https://` counts.
 */
export function withVariables(env: Variables, variables: Readonly<Record<string, string>> = {}): Variables {
  const read = Object.entries(variables).flatMap(([theirs, ours]) => {
    const text = env[theirs] ?? ''
    const counts = ours === 'BENCHPRESS_URL' ? /^https?:\/\//.test(text) : text !== ''
    return counts && (env[ours] ?? '') === '' ? [[ours, text] as const] : []
  })
  return { ...env, ...Object.fromEntries(read) }
}

/** Reports problems with such variables by the names under which they were given. */
export function inTheirNames(
  problems: readonly Problem[],
  env: Variables,
  variables: Readonly<Record<string, string>> = {},
): readonly Problem[] {
  const read = Object.entries(variables).filter(([, ours]) => (env[ours] ?? '') === '')
  return problems.map((problem) => {
    const [theirs, ours = ''] = read.find(([, name]) => problem.message.startsWith(`${name}=`)) ?? []
    return theirs === undefined ? problem : { ...problem, message: `${theirs}${problem.message.slice(ours.length)}` }
  })
}
