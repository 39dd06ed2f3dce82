import { journey } from '../../src/load/user/journey.ts'
import { thinkTime } from './bare-user.ts'

// What sets the pace of this user is itself.
export default journey(async ({ http, think }) => {
  await http.get('/')
  await think(`${thinkTime}ms`)
})
