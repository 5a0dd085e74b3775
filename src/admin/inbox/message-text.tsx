import { Anchor, Text } from '@mantine/core'
import { linked } from './linked.ts'

export const MessageText = ({ text, id, plain = false }: { text: string; id?: string; plain?: boolean }) => (
  <Text className="message-text" id={id} dir="auto">
    {plain
      ? text
      : linked(text).map(({ text: part, href }, at) =>
          href ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move.
            <Anchor key={at} href={href} target="_blank" rel="noopener noreferrer nofollow" inherit>
              {part}
            </Anchor>
          ) : (
            part
          ),
        )}
  </Text>
)
