"""What can go wrong, as a tree.

    AssistantError                 something the reader can act on; its text is one clear line
    ├── QuestionError              the question cannot be read: empty, too long, no words in it
    ├── SettingsError              a setting has no usable value
    ├── CatalogueError
    │   ├── SourceError            the file to import cannot be used
    │   ├── CatalogueMissingError  there is no catalogue where one was named
    │   ├── CatalogueDamagedError  a file of the catalogue is missing or not the one that was written
    │   ├── CatalogueVersionError  the catalogue was written by another version
    │   ├── CatalogueBusyError     another program is importing into the catalogue
    │   └── CatalogueAwayError     the server that holds the catalogue does not answer, or not in time
    ├── ModelError                 the chat model did not give a usable answer in time
    ├── PluginError                a goal solver or a helper could not be used in time
    ├── PriceError                 a live price could not be confirmed
    ├── SpeechError                a text could not be spoken, or a recording not be understood
    ├── TraceError                 a file that is to be replayed is no trace
    └── SessionError               the conversation could not be read or stored

Every message says what happened and what to do. The command line prints it as it is; the page shows it calmly.
"""


class AssistantError(Exception):
    """Something the reader can act on."""


class QuestionError(AssistantError):
    """The question cannot be read."""


class SettingsError(AssistantError):
    """A setting has no usable value."""


class CatalogueError(AssistantError):
    """A catalogue cannot be made or opened."""


class SourceError(CatalogueError):
    """The file to import cannot be used."""


class CatalogueMissingError(CatalogueError):
    """There is no catalogue where one was named."""


class CatalogueDamagedError(CatalogueError):
    """A file of the catalogue is missing or not the one that was written."""


class CatalogueVersionError(CatalogueError):
    """The catalogue was written by another version of the program."""


class CatalogueBusyError(CatalogueError):
    """Another program is importing into the catalogue's folder."""


class CatalogueAwayError(CatalogueError):
    """The server that holds the catalogue does not answer, or not in time."""


class ModelError(AssistantError):
    """The chat model did not give a usable answer in time."""


class PluginError(AssistantError):
    """A goal solver or a helper could not be used in time."""


class PriceError(AssistantError):
    """A live price could not be confirmed."""


class SpeechError(AssistantError):
    """A text could not be spoken, or a recording could not be understood."""


class TraceError(AssistantError):
    """A file that is to be replayed is no trace."""


class SessionError(AssistantError):
    """The conversation could not be read or stored."""
