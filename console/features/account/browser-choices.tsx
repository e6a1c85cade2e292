import { Radio, RadioGroup, Switch } from '@blueprintjs/core';
import { areSingleKeysOn, switchSingleKeys } from '../../ui/shortcuts.ts';
import { chooseTheme, THEMES, themeChoice } from '../../ui/theme.ts';
import { useStored } from '../../ui/use-stored.ts';

/** What this browser keeps for itself: it is no part of the account. */
export function BrowserChoices() {
  const theme = useStored(themeChoice);
  const areKeysOn = useStored(areSingleKeysOn);
  return (
    <>
      <RadioGroup
        label="Appearance"
        inline
        selectedValue={theme}
        onChange={({ currentTarget }) => {
          const chosen = THEMES.find(({ choice }) => choice === currentTarget.value);
          if (chosen) chooseTheme(chosen.choice);
        }}
      >
        {THEMES.map(({ choice, text }) => (
          <Radio key={choice} value={choice} label={text} />
        ))}
      </RadioGroup>
      <Switch
        checked={areKeysOn}
        label="Single-key shortcuts"
        onChange={({ currentTarget }) => switchSingleKeys(currentTarget.checked)}
      />
      <p className="hw-account-note">The key ? lists them on every page. Switch them off if you dictate text.</p>
    </>
  );
}
