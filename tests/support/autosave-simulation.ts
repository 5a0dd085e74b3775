import { type Data, opened, rulesOf, type Stored, unsaved } from '../../src/admin/form/autosave.ts'
import { createAutosaver, recovered } from '../../src/admin/form/open-form.ts'
import {
  blur,
  focus,
  publish,
  resolveConflict,
  refreshed as seenAgain,
  sendNow,
} from '../../src/admin/form/transitions.ts'
import { fields } from '../../src/model/fields/fields.ts'
import { sameValue } from '../../src/model/same-value.ts'
import { seededRandom } from './random.ts'

type Autosaver = ReturnType<typeof createAutosaver>
type AutosavePort = Parameters<typeof createAutosaver>[2]
type Outcome = Parameters<Parameters<AutosavePort['send']>[1]>[0]
type KeptCopy = NonNullable<Parameters<AutosavePort['keep']>[0]>

const names = ['title', 'summary', 'body']
const rules = rulesOf(
  Object.fromEntries(names.map((name) => [name, fields.textarea({ label: name, required: false })])),
)

/** Length of a run, and how long a client waits for an answer. */
const typingMs = 30_000
const answerTimeoutMs = 5000

const tokensOf = (text: unknown): string[] => String(text).match(/<\d+>/g) ?? []

/** Time, and what is to happen when. */
const createClock = () => {
  let now = 0
  let turn = 0
  const queue: { at: number; turn: number; act: () => void }[] = []
  const after = (ms: number, act: () => void) => {
    const item = { at: now + ms, turn: turn++, act }
    queue.push(item)
    return () => {
      item.act = () => {}
    }
  }
  return {
    now: () => now,
    after,
    runUntil: (end: number) => {
      for (;;) {
        let next = -1
        for (let i = 0; i < queue.length; i += 1) {
          const [a, b] = [queue[i], queue[next]]
          if (a && (!b || a.at < b.at || (a.at === b.at && a.turn < b.turn))) next = i
        }
        const item = queue[next]
        if (!item || item.at > end) break
        queue.splice(next, 1)
        now = item.at
        item.act()
      }
      now = end
    },
  }
}

/** How often what happened. */
export const nothingSeen = () => ({
  typed: 0,
  asked: 0,
  dropped: 0,
  doubled: 0,
  /** Answers that took 2 s and more. */
  slow: 0,
  /** Answers that came when they were not waited for any more, perhaps behind those of newer calls. */
  late: 0,
  /** Calls that failed at once, since there was no line. */
  offline: 0,
  killed: 0,
  timedOut: 0,
  expired: 0,
  refetched: 0,
  /** Publishes that visitors saw, from a form and from the list of drafts. */
  published: 0,
  publishedAll: 0,
  /** Requests to publish that stopped, since the form had just shown a change from elsewhere. */
  unseen: 0,
  discarded: 0,
})

/** What a person saw in a form when they asked for it to be published, and what they typed since. */
type View = Record<string, unknown>

/**
 * One run: people type into one entry over a bad line, and with `publishes` also publish and discard it. Answers what was lost, and
 * what was published that the window had not shown.
 */
export const simulate = (seed: number, tabs: number, { publishes = false } = {}) => {
  const random = seededRandom(seed)
  const clock = createClock()
  const seen = nothingSeen()
  const bad = { drop: random.below(35) / 100, double: random.below(25) / 100, latency: 20 + random.below(2000) }
  let healed = false
  let expired = false
  let offlineUntil = 0

  let server: Stored = { version: 1, status: 'published', data: Object.fromEntries(names.map((name) => [name, ''])) }
  let live: Data = server.data
  const notShown: string[] = []
  const spelledAs = (name: string, value: unknown) => {
    const stored = rules.stored(name, value)
    return 'value' in stored ? stored.value : value
  }
  /** Puts the draft on the page, in the name of who saw `view`. */
  const goLive = (view: View) => {
    for (const name of names)
      if (!sameValue(server.data[name], spelledAs(name, view[name])))
        notShown.push(`${name}: published ${server.data[name]}, shown ${view[name]}`)
    if (!sameValue(live, server.data)) server = { ...server, version: server.version + 1 }
    live = server.data
    server = { ...server, status: 'published' }
  }
  const write = (version: number, changed: Data, view?: View): Outcome => {
    if (version !== server.version) return { kind: 'stale', entry: server }
    const spelled = Object.entries(changed).map(([name, value]) => [name, spelledAs(name, value)])
    const data = { ...server.data, ...Object.fromEntries(spelled) }
    const changes = names.some((name) => !sameValue(data[name], server.data[name]))
    server = changes ? { version: server.version + 1, status: 'changed', data } : server
    if (view) {
      seen.published += 1
      goLive(view)
    }
    return { kind: 'stored', entry: server }
  }
  const latency = () => (healed ? 10 : random.below(bad.latency))
  const dropped = () => {
    const lost = !healed && random.chance(bad.drop)
    if (lost) seen.dropped += 1
    return lost
  }

  const sendFor =
    (viewOf: () => View): AutosavePort['send'] =>
    (call, done) => {
      const view = call.publish ? { ...viewOf() } : undefined
      const sent = clock.now()
      let open = true
      let answered = false
      const answer = (outcome: Outcome) => {
        if (answered) return
        answered = outcome.kind !== 'unanswered'
        if (answered && clock.now() - sent >= 2000) seen.slow += 1
        if (answered && !open) seen.late += 1
        // Also what comes too late is told: it must not be believed.
        done(outcome)
        open = false
      }
      if (!healed && clock.now() < offlineUntil) {
        seen.offline += 1
        clock.after(5, () => answer({ kind: 'unanswered' }))
        return
      }
      const deliver = () => {
        if (dropped()) return
        clock.after(latency(), () => {
          if (expired) {
            // The password is asked for over the form; afterwards the very same call is sent again.
            clock.after(3000 + random.below(3000), () => {
              expired = false
              deliver()
            })
            return
          }
          const outcome = write(call.version, call.fields, view)
          if (!dropped()) clock.after(latency(), () => answer(outcome))
        })
      }
      deliver()
      if (!healed && random.chance(bad.double)) {
        seen.doubled += 1
        deliver()
      }
      clock.after(answerTimeoutMs, () => {
        if (!open) return
        seen.timedOut += 1
        answer({ kind: 'unanswered' })
      })
    }

  const expected = new Map<string, string>()
  let token = 0

  const createTab = () => {
    let copy: KeptCopy | undefined
    let saver: Autosaver | undefined
    let own: { name: string; text: string } | undefined
    let view: View = {}
    const open = () => {
      const fresh = opened(server)
      let before: readonly string[] = []
      saver = createAutosaver(copy ? recovered(fresh, copy, rules) : fresh, rules, {
        now: clock.now,
        schedule: clock.after,
        send: sendFor(() => view),
        keep: (kept) => {
          copy = kept
        },
      })
      saver.subscribe(() => {
        const { unseen = [] } = saver?.state() ?? {}
        if (unseen.length > 0 && unseen !== before) seen.unseen += 1
        before = unseen
      })
    }
    const settleAll = () => {
      for (const name of saver?.state().conflicts ?? []) {
        seen.asked += 1
        // As a careful person does it: what the other wrote is typed in, too, then one's own is kept.
        const mine = String(saver?.state().values[name])
        const missing = tokensOf(saver?.state().server[name]).filter((word) => !mine.includes(word))
        saver?.edit(name, mine + missing.join(''))
        saver?.update((state) => resolveConflict(state, name, 'mine', rules))
      }
    }
    const type = () => {
      if (!saver) return
      const name = random.pick(names)
      saver.update((state) => focus(state, name))
      const shown = String(saver.state().values[name])
      if (own?.name === name && shown.endsWith(own.text) && random.chance(0.1)) {
        saver.edit(name, shown.slice(0, -own.text.length))
        expected.delete(own.text)
        own = undefined
        view[name] = saver.state().values[name]
        return
      }
      token += 1
      const text = `<${token}>`
      seen.typed += 1
      expected.set(text, name)
      own = { name, text }
      // Also a space at the end, which the server trims.
      saver.edit(name, shown + text + (random.chance(0.2) ? ' ' : ''))
      view[name] = saver.state().values[name]
      if (random.chance(0.3)) saver.update((state) => blur(state, name, rules))
    }
    const askToPublish = () => {
      if (!saver || saver.state().publishing) return
      if (saver.state().unseen.length > 0) seen.unseen += 1
      view = { ...saver.state().values }
      saver.update((state) => publish(state, rules))
    }
    /** As on the list of drafts: it shows a version, and names it. */
    const publishFromList = () => {
      const listed = server
      clock.after(latency(), () => {
        const asked = { ...listed.data }
        clock.after(latency(), () => {
          if (listed.version !== server.version) return
          seen.publishedAll += 1
          goLive(asked)
        })
      })
    }
    const discard = () => {
      if (sameValue(live, server.data)) return
      seen.discarded += 1
      server = { version: server.version + 1, status: 'published', data: live }
    }
    const act = () => {
      if (clock.now() > typingMs) return
      if (publishes && random.chance(0.15)) {
        const which = random.below(10)
        if (which < 7) askToPublish()
        else if (which < 9) publishFromList()
        else if (seed % 4 === 0) discard()
      }
      const chance = random.below(100)
      if (chance < 80) type()
      else if (chance < 88) settleAll()
      else if (chance < 93 && saver) {
        seen.refetched += 1
        const entry = server
        clock.after(latency(), () => saver?.update((state) => seenAgain(state, entry, rules)))
      } else if (chance < 95) {
        seen.expired += 1
        expired = true
      } else if (chance < 96) {
        offlineUntil = clock.now() + 1000 + random.below(7000)
      } else if (chance < 98 && saver) {
        seen.killed += 1
        saver.stop()
        saver = undefined
        own = undefined
        clock.after(random.below(4000), open)
      }
      clock.after(10 + random.below(random.chance(0.2) ? 2500 : 300), act)
    }
    open()
    clock.after(random.below(500), act)
    return {
      settleAll,
      refetch: () => {
        saver?.update((state) => sendNow(seenAgain(state, server, rules)))
        for (const name of names) saver?.update((state) => blur(state, name, rules))
      },
      publish: askToPublish,
      unsaved: () => (saver ? unsaved(saver.state()) : ['still closed']),
    }
  }

  const all = Array.from({ length: tabs }, createTab)
  clock.runUntil(typingMs + 6000)
  healed = true
  expired = false
  for (let round = 1; round <= 8; round += 1) {
    for (const tab of all) {
      tab.settleAll()
      tab.refetch()
    }
    clock.runUntil(typingMs + 6000 + round * 6000)
  }
  if (publishes) {
    for (const tab of all) {
      tab.settleAll()
      tab.refetch()
      tab.publish()
      clock.runUntil(clock.now() + 6000)
    }
    if (!sameValue(live, server.data)) notShown.push('The last request to publish did not publish.')
  }
  // What is discarded is lost on purpose.
  const lost =
    seen.discarded > 0 ? [] : [...expected].filter(([text, name]) => !tokensOf(server.data[name]).includes(text))
  return { lost, notShown, unsaved: all.flatMap((tab) => tab.unsaved()), seen }
}
