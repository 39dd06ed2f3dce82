import { withoutUserInfo } from '@benchpress/core/report'
import { InvalidFlagError } from './flag.ts'

/**
 * Reads the URL of a target: a whole one, `localhost:3000/path`, `:3000/path`, or `/path` where the host is known.
 *
 * @param host the host of a text that is only a path, such as `localhost:8080`
 * @throws InvalidFlagError when it is none of these, or neither http nor https
 */
export function parseUrl(text: string, host?: string): string {
  const whole = complete(text.trim(), host)
  const url = URL.parse(whole)
  const shown = withoutUserInfo(text)
  if (url === null || url.hostname === '' || whole.startsWith('http:///'))
    throw new InvalidFlagError('is not a URL', { hint: 'A URL looks like http://localhost:3000/path.', shown })
  if (url.hostname.includes(','))
    throw new InvalidFlagError('is not a URL', { hint: 'Of several servers, each has http:// or a port: http://a,http://b:3000.', shown })
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new InvalidFlagError(`"${url.protocol}//" is not supported, only http:// and https://`, { shown })
  return whole
}

function complete(text: string, host: string | undefined): string {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return text
  if (text.startsWith('/') && host !== undefined) return `http://${host}${text}`
  return text.startsWith(':') ? `http://localhost${text}` : `http://${text}`
}
