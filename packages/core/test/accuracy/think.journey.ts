import { journey } from '../../src/load/user/journey.ts'
import { thinkTime } from './bare-user.ts'

// This user sets its own pace.
export default journey(async ({ http, think }) => {
  await http.get('/')
  await think(`${thinkTime}ms`)
})
