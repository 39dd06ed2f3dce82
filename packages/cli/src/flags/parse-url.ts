import { InvalidFlagError } from './flag.ts'

/**
 * Reads the URL of a target: a whole one, `localhost:3000/path`, `:3000/path`, or `/path` with the port from `port`.
 *
 * @throws InvalidFlagError when it is none of these, or neither http nor https
 */
export function parseUrl(text: string, port?: string): string {
  const whole = complete(text.trim(), port)
  const url = URL.parse(whole)
  if (url === null || url.hostname === '' || whole.startsWith('http:///'))
    throw new InvalidFlagError('is not a URL', 'A URL looks like http://localhost:3000/path.')
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new InvalidFlagError(`"${url.protocol}//" is not supported, only http:// and https://`)
  return whole
}

function complete(text: string, port: string | undefined): string {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return text
  if (text.startsWith('/') && port !== undefined) return `http://localhost:${port}${text}`
  return text.startsWith(':') ? `http://localhost${text}` : `http://${text}`
}
