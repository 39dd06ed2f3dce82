import { closest, distance } from 'fastest-levenshtein'

/** Finds the known name that was probably meant, whatever its case, or `undefined` when none is near. */
export function closestName(name: string, known: readonly string[]): string | undefined {
  const wanted = name.toLowerCase()
  // two letters swapped are two edits, too many for a short name, and yet the most likely slip
  const swapped = known.find((candidate) => sortLetters(candidate) === sortLetters(name))
  if (swapped !== undefined || known.length === 0) return swapped
  const candidates = known.map((candidate) => candidate.toLowerCase())
  const nearest = closest(wanted, candidates)
  const farthest = Math.max(1, Math.floor(Math.max(wanted.length, nearest.length) / 3))
  return distance(wanted, nearest) <= farthest ? known[candidates.indexOf(nearest)] : undefined
}

/** The hint for an unknown name: the known name that was probably meant, or all of them. */
export function nameHint(name: string, known: readonly string[]): string {
  const meant = closestName(name, known)
  if (meant !== undefined) return `did you mean "${meant}"?`
  return known.length === 1 ? `the only one is ${known[0]}` : `known are ${known.join(', ')}`
}

/**
 * Checks the names of settings or options, since code in JavaScript has no types to report an unknown one.
 *
 * @throws TypeError for a name that is not known
 */
export function checkNames(given: object, known: readonly string[], what: 'option' | 'setting'): void {
  const unknown = Object.keys(given).find((key) => !known.includes(key))
  if (unknown !== undefined) throw new TypeError(`there is no ${what} "${unknown}"; ${nameHint(unknown, known)}`)
}

/** A hint on a URL that cannot be parsed; `undefined` when nothing is known. */
export function hintForUrl(text: string): string | undefined {
  const zone = /\[[^\]]*(%[^\]]*)\]/.exec(text)?.[1]
  return zone === undefined ? undefined : `a URL cannot carry the IPv6 zone "${zone}"; use a name, or an address without a zone`
}

/** Writes a hint, such as that of {@link nameHint}, as a sentence for a line of its own. */
export function asSentence(hint: string): string {
  return `${hint.charAt(0).toUpperCase()}${hint.slice(1)}${hint.endsWith('?') ? '' : '.'}`
}

function sortLetters(name: string): string {
  return Array.from(name.toLowerCase()).toSorted().join('')
}
