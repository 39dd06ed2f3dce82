/** Puts a text into a fenced block of Markdown that nothing inside it can end. */
export function fence(language: string, text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const ticks = '`'.repeat(longest + 1)
  return `${ticks}${language}\n${text.replace(/\n*$/, '')}\n${ticks}`
}
