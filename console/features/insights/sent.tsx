import { Disclosure } from '../../ui/layout/disclosure.tsx';

interface SentProps {
  /** What each part is called, and its text as it went out. */
  parts: readonly (readonly [label: string, text: string])[];
}

/** Literally what went to a model. */
export function Sent({ parts }: SentProps) {
  return (
    <Disclosure summary="What was sent to the AI service" isSmall>
      {parts.map(([label, text]) => (
        <figure key={label} className="hw-sent">
          <figcaption>{label}</figcaption>
          <pre>{text}</pre>
        </figure>
      ))}
    </Disclosure>
  );
}
