/** The value of `Authorization` for a name and a password. */
export function basicAuthorization(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

/** The value of `Authorization` that a URL such as `http://name:password@host` asks for; `undefined` without a name in it. */
export function basicCredentials(url: URL): string | undefined {
  if (url.username === '' && url.password === '') return undefined
  return basicAuthorization(decodeURIComponent(url.username), decodeURIComponent(url.password))
}
