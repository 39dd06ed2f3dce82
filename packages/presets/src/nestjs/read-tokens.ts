import { createHmac } from 'node:crypto'

/**
 * Reads the tokens of users from the first column of a CSV, or signs one for each id in it, with the optional name in its second column, where a secret is given.
 *
 * A first line with the name of the column is left out.
 */
export function readTokens(csv: string, secret: string | undefined): readonly string[] {
  const rows = csv.split(/\r?\n/).map((line) => line.split(',').map((cell) => cell.trim().replaceAll(/^"|"$/g, '')))
  const users = rows.filter(([first = ''], index) => first !== '' && !(index === 0 && /^_?(?:id|user_?id|token)$/i.test(first)))
  return users.map(([first = '', username = first]) => (secret === undefined ? first : sign({ sub: first, username }, secret)))
}

// A JSON Web Token by HS256, which does not expire.
function sign(session: object, secret: string): string {
  const [head, body] = [
    { alg: 'HS256', typ: 'JWT' },
    { ...session, iat: Math.floor(Date.now() / 1000) },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  const signed = `${head}.${body}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
