import { InputGroup } from '@blueprintjs/core';
import { Add, Search, Tick } from '@blueprintjs/icons';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { isComposing } from '../keyboard/keys.ts';
import { beganHere } from '../keyboard/pressed.ts';

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
  /** What is typed, and not picked yet. */
  text: string;
  isOpen: boolean;
  /** The options are not yet those for the text. */
  isSeeking: boolean;
  onText(text: string): void;
  onOpen(isOpen: boolean): void;
  /** @param isByKey by Enter instead of a click on it */
  onPick(option: Option, isByKey: boolean): void;
  /** Enter came before the options for the text. @param id of the option that was chosen among those shown, if any */
  onAsk(id: string | null): void;
  /** Any number can be picked: the list stays open. */
  isMany?: boolean;
  /** At the end of the input. */
  rightElement?: React.JSX.Element;
  /** A form is not sent, as the text is not picked. */
  onInvalid(): void;
}

/**
 * An input with a list that filters as one types. Enter takes what is shown for the text and never sends the form. On
 * touch screens the list is part of the form instead of floating above it, so that a phone's keyboard leaves it visible.
 */
export function Combobox(props: ComboboxProps) {
  const { id, label, describedBy, isInvalid, ref, shown, placeholder, options, status, text, onText, onPick } = props;
  const { isOpen, isSeeking, onOpen, onAsk, onInvalid } = props;
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  /** Whether this series of clicks on one place has picked something. */
  const hasPicked = useRef(false);
  // By id, not by position: results may move it.
  const [active, setActive] = useState<string | null>(null);
  // Enter takes the first result; in a list nobody searched it takes none by default.
  const current = active === null && isOpen && !isSeeking ? firstOf(options, text) : idIn(options, active);
  const isTyped = isOpen || text !== '';
  const optionId = (index: number) => `${listId}-${index}`;

  useEffect(() => {
    if (isOpen) list.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  useEffect(() => {
    if (current >= 0) list.current?.querySelectorAll('[role="option"]')[current]?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  function open(): void {
    if (isOpen) return;
    setActive(null);
    onOpen(true);
  }

  function type(next: string): void {
    setActive(null);
    onText(next);
  }

  function pick(option: Option, isByKey: boolean): void {
    setActive(null);
    onPick(option, isByKey);
  }

  /** Neither what has moved under the finger is picked, nor what a double click meets after it has picked. */
  function click(option: Option, event: MouseEvent): void {
    const isMeant = beganHere(event) && !(event.detail > 1 && hasPicked.current);
    if (event.detail < 2 || isMeant) hasPicked.current = isMeant;
    if (isMeant) pick(option, false);
  }

  function move(by: 1 | -1): void {
    if (!isOpen) open();
    else setActive(options[next(current, by, options.length)]?.id ?? null);
  }

  function take(): void {
    const option = options[current];
    if (option && (option.isNew || !isSeeking)) pick(option, true);
    else if ((isSeeking || !isOpen) && text.trim() !== '') onAsk(option?.id ?? null);
  }

  function giveUp(): void {
    type('');
    onOpen(false);
  }

  function press(event: KeyboardEvent): void {
    if (isComposing(event)) return;
    const run = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: () => !event.repeat && take(),
      ...((isOpen || text !== '') && { Escape: giveUp }),
    }[event.key];
    if (!run) return;
    // Neither submit the form nor close its drawer.
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
        value={isTyped ? text : shown}
        // Typing into a closed input starts a search for what was typed, without the picked text.
        onChange={({ target: { value } }) =>
          type(isTyped || !value.startsWith(shown) ? value : value.slice(shown.length))
        }
        onClick={open}
        onKeyDown={press}
        onBlur={() => {
          setActive(null);
          onOpen(false);
        }}
        onInvalid={onInvalid}
      />
      {isOpen && (
        // The focus stays in the input, whatever is pressed or scrolled here, and Tab passes by what can be scrolled.
        // biome-ignore lint/a11y/noStaticElementInteractions: it keeps the focus, and does nothing
        <div className="hw-combobox-list" ref={list} tabIndex={-1} onMouseDown={(event) => event.preventDefault()}>
          <div id={listId} role="listbox" aria-label={label} aria-multiselectable={props.isMany} aria-busy={isSeeking}>
            {options.map((option, index) => (
              <Line
                key={option.id}
                id={optionId(index)}
                option={option}
                isFirst={option.group !== options[index - 1]?.group}
                isActive={index === current}
                onClick={(event) => click(option, event)}
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

/** The place of what Enter takes by default: the first record that was found for a text; -1 is none. */
function firstOf(options: readonly Option[], text: string): number {
  return text.trim() === '' ? -1 : options.findIndex(({ isNew }) => !isNew);
}

function idIn(options: readonly Option[], id: string | null): number {
  return options.findIndex((option) => option.id === id);
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
  onClick(event: MouseEvent): void;
}

function Line({ id, option, isFirst, isActive, onClick }: LineProps) {
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
        onClick={onClick}
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
