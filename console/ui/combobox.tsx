import { InputGroup } from '@blueprintjs/core';
import { Add, Search, Tick } from '@blueprintjs/icons';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';

/** One line of the list. */
export interface Option {
  id: string;
  title: string;
  /** At the end of its line, muted. */
  detail?: ReactNode;
  /** Lines of the same group are listed together, under its name. */
  group?: string;
  isPicked?: boolean;
  /** It creates a new record instead. */
  isNew?: boolean;
}

interface ComboboxProps {
  id: string;
  label: string;
  describedBy: string | undefined;
  isInvalid: boolean;
  ref?: Ref<HTMLInputElement>;
  /** Text of the closed input: what is picked. */
  shown: string;
  placeholder: string;
  options: readonly Option[];
  /** Below the options: that there are none, or why. */
  status: ReactNode;
  /** The search text; undefined while the list is closed. */
  text: string | undefined;
  onText(text: string | undefined): void;
  onPick(option: Option): void;
  /** Any number can be picked: the list stays open. */
  isMany?: boolean;
  /** At the end of the input. */
  rightElement?: React.JSX.Element;
}

/**
 * An input with a list that filters as one types. On touch screens the list is part of the form instead of floating
 * above it, so that a phone's keyboard leaves it visible.
 */
export function Combobox(props: ComboboxProps) {
  const { id, label, describedBy, isInvalid, ref, shown, placeholder, options, status, text, onText, onPick } = props;
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(-1);
  const isOpen = text !== undefined;
  // Enter takes the first result; in a list nobody searched it takes none by default.
  const current = Math.min(active, options.length - 1);
  const optionId = (index: number) => `${listId}-${index}`;

  useEffect(() => {
    if (isOpen) list.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  useEffect(() => {
    if (current >= 0) list.current?.querySelectorAll('[role="option"]')[current]?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  function open(): void {
    if (isOpen) return;
    setActive(-1);
    onText('');
  }

  function pick(option: Option): void {
    onPick(option);
    if (!props.isMany || option.isNew) onText(undefined);
  }

  function move(by: 1 | -1): void {
    if (!isOpen) open();
    else setActive(next(current, by, options.length));
  }

  function take(): void {
    const option = options[current];
    if (option) pick(option);
  }

  function press(event: KeyboardEvent): void {
    const run = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      ...(isOpen && { Enter: take, Escape: () => onText(undefined) }),
    }[event.key];
    if (!run) return;
    // The open list handles the key: neither submit the form nor close its drawer.
    event.preventDefault();
    event.stopPropagation();
    run();
  }

  return (
    <div className="hw-combobox">
      <InputGroup
        id={id}
        inputRef={ref}
        role="combobox"
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && current >= 0 ? optionId(current) : undefined}
        autoComplete="off"
        leftIcon={<Search />}
        rightElement={props.rightElement}
        intent={isInvalid ? 'danger' : 'none'}
        placeholder={isOpen && shown !== '' ? shown : placeholder}
        value={text ?? shown}
        onChange={({ target }) => {
          // Typing into a closed input starts a search for what was typed, without the picked text.
          const typed = isOpen || !target.value.startsWith(shown) ? target.value : target.value.slice(shown.length);
          setActive(typed.trim() === '' ? -1 : 0);
          onText(typed);
        }}
        onClick={open}
        onKeyDown={press}
        onBlur={() => onText(undefined)}
      />
      {isOpen && (
        // The focus stays in the input, whatever is pressed or scrolled here.
        // biome-ignore lint/a11y/noStaticElementInteractions: it keeps the focus, and does nothing
        <div className="hw-combobox-list" ref={list} onMouseDown={(event) => event.preventDefault()}>
          <div id={listId} role="listbox" aria-label={label} aria-multiselectable={props.isMany}>
            {options.map((option, index) => (
              <Line
                key={option.id}
                id={optionId(index)}
                option={option}
                isFirst={option.group !== options[index - 1]?.group}
                isActive={index === current}
                onPick={pick}
              />
            ))}
          </div>
          {status && (
            <p className="hw-combobox-status" role="status">
              {status}
            </p>
          )}
        </div>
      )}
    </div>
  );
}

/** The place after or before one of so many, wrapping around; -1 is none. */
function next(current: number, by: 1 | -1, count: number): number {
  if (count === 0) return -1;
  return current === -1 && by === -1 ? count - 1 : (current + by + count) % count;
}

interface LineProps {
  id: string;
  option: Option;
  /** In its group. */
  isFirst: boolean;
  isActive: boolean;
  onPick(option: Option): void;
}

function Line({ id, option, isFirst, isActive, onPick }: LineProps) {
  const { title, detail, group, isPicked = false, isNew = false } = option;
  const classes = ['hw-combobox-line', isActive && 'hw-combobox-active', isNew && 'hw-combobox-new'];
  return (
    <>
      {isFirst && group && (
        <div className="hw-combobox-group" role="presentation">
          {group}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's */}
      <div
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={isPicked}
        className={classes.filter(Boolean).join(' ')}
        onClick={() => onPick(option)}
      >
        <span className="hw-combobox-mark">
          {isNew && <Add />}
          {isPicked && <Tick />}
        </span>
        <span className="hw-combobox-title">{title}</span>
        {detail && <small>{detail}</small>}
      </div>
    </>
  );
}
