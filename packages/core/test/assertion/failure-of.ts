/** What an assertion throws. */
export function failureOf(assertion: () => void): Error {
  try {
    assertion()
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('nothing was thrown')
}

/** A text as it is written over several lines, without the first and the last line break. */
export function lines(text: string): string {
  return text.replace(/^\n/, '').replace(/\n$/, '')
}
