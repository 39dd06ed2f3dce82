// As in `async ({`, `function journey({` and `async journey({`.
const beginning = /^(?:async\b\s*)?(?:function\b\s*)?[\w$]*\s*\(\s*\{/

const commentOrText = /\/\*[^]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g

/** The names that a function reads from its argument by destructuring it, by its source; none where it takes the argument as a whole. */
export function destructuredNames(run: (argument: never) => unknown): readonly string[] {
  const source = sourceOf(run)
  const begin = beginning.exec(source)?.[0].length
  const parts = begin === undefined ? [] : partsOf(source.slice(begin))
  return parts.flatMap((part) => /^\s*([\w$]+)/.exec(part)?.[1] ?? [])
}

/** The source of a function without its comments and texts. */
export function sourceOf(run: (argument: never) => unknown): string {
  return Function.prototype.toString.call(run).replaceAll(commentOrText, ' ')
}

/** Splits a pattern at its commas, up to the brace that ends it. */
function partsOf(pattern: string): readonly string[] {
  const parts = ['']
  let depth = 0
  for (const character of pattern) {
    if ('{[('.includes(character)) depth += 1
    if ('}])'.includes(character)) depth -= 1
    if (depth < 0) break
    if (character === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts
}
