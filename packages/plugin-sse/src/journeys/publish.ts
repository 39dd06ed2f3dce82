import type { Journey } from '@benchpress/core'
import { checkOptions, readTemplate } from '@benchpress/plugin-options'
import { publishSchema, type PublishOptions } from './publish-options.ts'
import { recipientNamer } from './recipient-names.ts'

/**
 * Makes a journey that sends one message to a recipient at random, and counts it as accepted or refused by the response.
 *
 * @throws TypeError for unknown or wrong options
 */
export function publish(options: PublishOptions): Journey {
  checkOptions(publishSchema, options, 'sse.publish')
  const { path, method = 'POST', headers, encode, recipients, name = `${method} ${path.replace(/\?.*$/, '')}` } = options
  const nameOf = recipientNamer(recipients)
  const pathOf = readTemplate(path)
  const bodyOf = readTemplate(options.body)
  const queryOf = options.query === undefined ? undefined : readTemplate(options.query)
  return async ({ id, sse, http, random }) => {
    const [to, from] = [nameOf(random.int(0, recipients.count - 1)), nameOf(random.int(0, recipients.count - 1))]
    const values = { to, from, user: id }
    const url = pathOf({ to: encodeURIComponent(to), from: encodeURIComponent(from), user: id })
    const message = sse.send(to)
    const text = bodyOf({ ...values, stamp: message.stamp })
    const response = await http.request(method, url, {
      body: encode === 'base64' ? Buffer.from(text).toString('base64') : text,
      name,
      discardBody: true,
      ...(queryOf === undefined ? {} : { query: queryOf(values) }),
      ...(headers === undefined ? {} : { headers }),
    })
    if (response.ok) message.accepted()
    else message.refused()
  }
}
