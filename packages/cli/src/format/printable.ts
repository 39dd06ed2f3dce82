/** Replaces control characters in a text from outside, so that a target cannot move the cursor or colour the terminal. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
}
