/** The value of `Authorization` for a name and a password. */
export function basicAuthorization(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

/** The value of `Authorization` that a URL such as `http://name:password@host` asks for; `undefined` without a name in it. */
export function basicCredentials(url: URL): string | undefined {
  if (url.username === '' && url.password === '') return undefined
  return basicAuthorization(decode(url.username), decode(url.password))
}

// As browsers do: a percent sign that begins nothing stands for itself.
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString())
  }
}
