const namePattern = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
// What may stand in a value: no control character but the tab, and what a single byte can carry.
const forbiddenInValue = /[^\t\x20-\x7e\x80-\xff]/

const refusals: Readonly<Record<string, string>> = {
  'content-length': 'is set from the body',
  'transfer-encoding': 'cannot be sent: bodies have a content-length',
  upgrade: 'cannot be sent: the connection stays HTTP/1.1',
}

// Names in lower case by how they were written; a journey writes few.
const known = new Map<string, string>()
const mostKnown = 1000

/**
 * Checks the name of a header and returns it in lower case.
 *
 * @throws TypeError for a name that cannot be sent
 */
export function checkHeaderName(name: string): string {
  const lower = known.get(name)
  if (lower !== undefined) return lower
  if (!namePattern.test(name)) throw new TypeError(`${JSON.stringify(name)} is no name of a header`)
  const checked = name.toLowerCase()
  const refusal = refusals[checked]
  if (refusal !== undefined) throw new TypeError(`header "${name}" ${refusal}`)
  if (known.size < mostKnown) known.set(name, checked)
  return checked
}

/** Whether a text can stand in the value of a header. */
export function canBeSent(value: string): boolean {
  return !forbiddenInValue.test(value)
}

/**
 * Writes the line of a header.
 *
 * @throws TypeError for a value that cannot be sent; it is not repeated, because it may be a secret
 */
export function headerLine(name: string, value: string): string {
  if (!canBeSent(value)) {
    throw new TypeError(`the value of header "${name}" has a line break or another character that cannot be sent in a header`)
  }
  return `${name}: ${value}\r\n`
}
