const quote = 34
const backslash = 92

/**
 * Finds the text of a member of a JSON object without parsing the whole of it.
 *
 * What it returns is what `JSON.parse` would give, for any valid JSON. It returns `undefined` when it cannot tell: the object is nested before the
 * member, the name occurs again, or something has to be unescaped.
 *
 * @param key the name as it stands in the text, with its quotes and the colon, such as `"message":`
 */
export function scanJsonMember(json: string, key: string): string | undefined {
  if (json.charCodeAt(0) !== 123) return undefined
  const at = json.indexOf(key)
  // Behind a backslash the quote belongs to a longer name.
  if (at <= 0 || json.charCodeAt(at - 1) === backslash) return undefined
  let start = at + key.length
  if (json.charCodeAt(start) === 32) start++
  if (json.charCodeAt(start) !== quote) return undefined
  const end = json.indexOf('"', start + 1)
  if (end === -1) return undefined
  // Only the outermost object is open here, unless a brace stands in a text, which is not worth to be told apart.
  if (json.lastIndexOf('{', at) !== 0) return undefined
  // Of two members with one name the last one counts, whatever its name is written like.
  const escape = json.indexOf('\\')
  if (escape !== -1 || json.includes(key.slice(0, -1), end)) return undefined
  return json.slice(start + 1, end)
}
