import { Button, FormGroup, InputGroup } from '@blueprintjs/core';
import { useState } from 'react';

interface CodeStepProps {
  code: string;
  onChange(code: string): void;
  /** To name and password. */
  onBack(): void;
}

/** The second step of a sign-in: the app's digits, or a recovery code. */
export function CodeStep({ code, onChange, onBack }: CodeStepProps) {
  const [isRecovery, setRecovery] = useState(false);

  function change(to: boolean): void {
    setRecovery(to);
    onChange('');
  }

  return (
    <>
      <FormGroup
        label={isRecovery ? 'Recovery code' : 'Code of your authenticator app'}
        labelFor="code"
        helperText={isRecovery ? 'One of the ten that you kept; each is good once.' : 'Six digits.'}
      >
        <InputGroup
          key={String(isRecovery)}
          id="code"
          size="large"
          required
          autoFocus
          autoComplete="one-time-code"
          inputMode={isRecovery ? 'text' : 'numeric'}
          maxLength={20}
          value={code}
          onChange={(event) => onChange(event.target.value)}
        />
      </FormGroup>
      <div className="hw-code-ways">
        <Button
          variant="minimal"
          size="small"
          text={isRecovery ? 'Use the app' : 'Use a recovery code'}
          onClick={() => change(!isRecovery)}
        />
        <Button variant="minimal" size="small" text="Back" onClick={onBack} />
      </div>
    </>
  );
}
