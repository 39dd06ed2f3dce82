import { journey } from '../../../src/load/user/journey.ts'

export default journey(async ({ lines, check, http }) => {
  await http.get('/')
  check('responded', (await lines.ask('hi')) === 'HI')
})
