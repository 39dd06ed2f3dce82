// Only where another URL follows: a path may have commas of its own.
const separator = /,\s*(?=https?:\/\/|:\d|[\w.-]+:\d)/i

/** Splits a list of URLs at its commas, such as `http://localhost:8080,http://localhost:8081` or `:8080,:8081`. */
export function splitUrls(text: string): readonly string[] {
  return text.split(separator)
}
