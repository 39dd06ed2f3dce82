import type { Journey } from '@benchpress/core'
import { checkOptions } from '../check/check-options.ts'
import { publishSchema, type PublishOptions } from './publish-options.ts'
import { recipientNamer } from './recipient-names.ts'
import { readTemplate, type Template } from './template.ts'

const known = ['to', 'from', 'user']

/**
 * Makes a journey that sends one message to a recipient at random, and counts it as accepted or refused by the answer.
 *
 * @throws TypeError for options that are not known or not right
 */
export function publish(options: PublishOptions): Journey {
  checkOptions(publishSchema, options, 'sse.publish')
  const { path, method = 'POST', headers, encode, recipients, name = `${method} ${path.replace(/\?.*$/, '')}` } = options
  const nameOf = recipientNamer(recipients)
  const pathOf = readTemplate(path, known)
  const bodyOf = readTemplate(options.body, [...known, 'stamp'])
  const query = Object.entries(options.query ?? {}).map(([key, value]): [string, Template] => [key, readTemplate(value, known)])
  return async ({ id, sse, http, random }) => {
    const [to, from] = [nameOf(random.int(0, recipients.count - 1)), nameOf(random.int(0, recipients.count - 1))]
    const values = { to, from, user: id }
    const url = pathOf({ to: encodeURIComponent(to), from: encodeURIComponent(from), user: id })
    const message = sse.send(to)
    const text = bodyOf({ ...values, stamp: message.stamp })
    const answer = await http.request(method, url, {
      body: encode === 'base64' ? Buffer.from(text).toString('base64') : text,
      name,
      discardBody: true,
      ...(query.length === 0 ? {} : { query: Object.fromEntries(query.map(([key, value]) => [key, value(values)])) }),
      ...(headers === undefined ? {} : { headers }),
    })
    if (answer.ok) message.accepted()
    else message.refused()
  }
}
